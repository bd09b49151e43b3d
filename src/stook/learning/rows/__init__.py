"""From one or a few known rows of a list to the rule that reads all of its rows.

    rows      how a list may be cut into rows, so that a known one is among them
    table     where the values stand in the other rows
    columns   the rules that find them
"""
