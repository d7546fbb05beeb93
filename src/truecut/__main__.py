"""Run the command line as `python -m truecut`."""

from truecut.cli.main import run

if __name__ == "__main__":
    run()
