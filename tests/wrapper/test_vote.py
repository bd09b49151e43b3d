"""Elections: what is elected is what speaks loudest, however few candidates are looked at."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from stook.wrapper.profile import profile_of
from stook.wrapper.rules.model import Pick
from stook.wrapper.rules.vote import SEVERAL, WEIGHTS, Ballot, elect, looks, voices
from stook.wrapper.selector import Selector

WAYS = st.sampled_from(["place", "like", "tail", "label", "lead", "kind", "other"])
TEXTS = st.sampled_from(["$4.50", "$12.00", "$3", "Tin frog", "Tin drum", "1 kg", "80 g", "a", "b", "By A. Pell", "§", "0"])
PICKS = st.builds(Pick, st.just(Selector()), weight=st.sampled_from([0.2, 0.5, 1.0]), way=WAYS)
SAID = st.lists(st.tuples(PICKS, st.lists(TEXTS, unique=True, max_size=SEVERAL + 3)), min_size=1, max_size=6)


@settings(max_examples=300, deadline=None)
@given(SAID, st.lists(TEXTS, max_size=4), st.sets(TEXTS, max_size=2))
def test_the_winner_is_that_of_weighing_every_candidate(
        said: list[tuple[Pick, list[str]]], known: list[str], constant: set[str]) -> None:
    picks, profile = [pick for pick, _ in said], profile_of(known)
    ballots = [Ballot(pick, tuple(enumerate(texts))) for pick, texts in said if texts]
    scores = {text: sum(WEIGHTS.get(name, 0.0) * share for name, share in (spoken | looks(text, profile)).items())
              for text, spoken in voices(picks, ballots).items() if text not in constant}
    won = elect(picks, ballots, profile, constant)
    assert bool(scores) == (won is not None)
    assert won is None or max(scores.values()) - scores[won.text] < 1e-9
