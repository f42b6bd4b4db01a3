"""Plain dice, for any game and for every campaign beside its own rules."""
