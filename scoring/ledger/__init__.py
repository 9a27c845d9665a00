"""The books of a night, pure and without cards."""
