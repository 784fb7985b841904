"""The commands, in the order of their use: each reads its options, asks its verb, and prints.

Heavy imports wait in the functions until a command needs them, so that --help and completion are quick.
"""
