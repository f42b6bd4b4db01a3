"""The FASERIP forum variant: ranks, colours, damage, health and actions. Rulings: README.md."""
