"""What is refused, and why."""

from __future__ import annotations


class ParseError(ValueError):
    """Text that cannot be read: where, and what was expected there.

    >>> import plyground as ply
    >>> try:
    ...     ply.world("sokoban").parse("#####\\n#@x.#\\n#####")
    ... except ply.ParseError as error:
    ...     print(error.line, error.column)
    2 3
    """

    def __init__(self, text: str, file: str, line: int, column: int, message: str) -> None:
        super().__init__(text)
        self.file = file
        """The file's name."""
        self.line = line
        """The line, from 1; 0 where the whole text is meant."""
        self.column = column
        """The column, from 1; 0 where the whole line is meant."""
        self.message = message
        """What is wrong and what was expected."""

    def __reduce__(self) -> tuple[type[ParseError], tuple[str, str, int, int, str]]:
        return (ParseError, (str(self), self.file, self.line, self.column, self.message))


class MoveError(ValueError):
    """A move that was refused: which one, and why."""

    def __init__(self, text: str, move: str, reason: str, number: int) -> None:
        super().__init__(text)
        self.move = move
        """The move as it was written."""
        self.reason = reason
        """The rule that forbids it, or what was expected."""
        self.number = number
        """Its number in a line of moves, from 1; 0 where there is only one."""

    def __reduce__(self) -> tuple[type[MoveError], tuple[str, str, str, int]]:
        return (MoveError, (str(self), self.move, self.reason, self.number))


class SingleThreadWarning(RuntimeWarning):
    """A method that works on many threads runs on one, because it calls Python code."""
