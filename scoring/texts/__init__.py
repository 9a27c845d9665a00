"""The sentences of the engine and the operations: one catalogue for pages, API and commands.

A sentence is named by its key and filled in where it is told, so that all of it can be translated.
"""

from scoring.texts.text import SENTENCES, Names, Sum, Text, Told, Translation, either, heard, say

__all__ = ["SENTENCES", "Names", "Sum", "Text", "Told", "Translation", "either", "heard", "say"]
