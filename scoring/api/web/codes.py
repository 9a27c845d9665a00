"""Every code that a refusal can have, and what it means."""

from django.http import Http404

from scoring.api.web.answers import Items, Shape
from scoring.api.web.base import OpenView
from scoring.api.web.operations import reads
from scoring.api.web.problems import ProblemType, problem_types


class ProblemTypeShape(Shape):
    """A code, the address that names it, and what is said with it; dots stand where something is filled in."""

    code: str
    type: str
    title: str
    statuses: tuple[int, ...]
    about: tuple[str, ...]


class Problems(OpenView):
    @reads(Items[ProblemTypeShape])
    def get(self) -> object:
        """List the codes of refusals."""
        return {"items": tuple(problem_types().values())}


class OneProblem(OpenView):
    @reads(ProblemTypeShape)
    def get(self) -> ProblemType:
        """Say what a code means."""
        found = problem_types().get(self.part("code"))
        if found is None:
            raise Http404
        return found
