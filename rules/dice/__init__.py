"""Dice: where faces come from, the notation, and what a thrown notation gives."""
