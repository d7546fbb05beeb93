"""Run the command line as `python -m truecut`."""

from truecut.cli.process import command

if __name__ == "__main__":
    command()
