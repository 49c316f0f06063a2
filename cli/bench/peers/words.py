"""What is said of a failure: words that every file and every terminal takes."""
import errno

MOST_CHARACTERS = 120


def clean(text):
    """One line, without what a terminal obeys and without halves of characters, which JSON does not have."""
    return "".join(c if c.isprintable() else "?" for c in " ".join(str(text).split()))


def failure_words(why):
    if isinstance(why, MemoryError) or (isinstance(why, OSError) and why.errno == errno.ENOMEM):
        return "fails: there is not enough memory"
    return f"fails: {type(why).__name__}: {clean(why)[:MOST_CHARACTERS]}"
