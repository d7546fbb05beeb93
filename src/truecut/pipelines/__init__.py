"""Where models are held to account by machines: tests, tracking servers, pull requests.

Each file needs a tool of its own and is imported by that tool, or by name: `truecut.pipelines.mlflow`.
"""
