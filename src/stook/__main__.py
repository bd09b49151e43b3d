"""`python -m stook`: the command line, where the `stook` script is not on the path."""

from stook.cli import main

main()
