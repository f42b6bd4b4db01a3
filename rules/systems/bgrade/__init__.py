"""B-Grade: pools of ten-sided dice, read as sets of matching dice. Rulings: README.md."""
