"""How each language writes days and numbers, where Django has another way or none."""
