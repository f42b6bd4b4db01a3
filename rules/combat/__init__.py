"""Whose turn it is: a pure fold of recorded acts (state.py), the table of moves (turns.py) and the order (order.py)."""
