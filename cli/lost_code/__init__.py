"""The commands of The Lost Code."""
