"""The roll ledger of a campaign, its file, and the page of one roll with its proof."""

from __future__ import annotations

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from campaigns.campaign.access import TableRequest, Viewer, come_in, lay_truth, may_close
from campaigns.campaign.models import Campaign
from campaigns.ledger.access import still_sealed
from campaigns.ledger.export import export, lines_since, proof_of
from campaigns.ledger.models import Ledger, Roll
from campaigns.ledger.side import gone_up_to
from campaigns.site.answers import answers
from campaigns.site.text import whole_number
from campaigns.thread.access import opens_texts, visible_rolls
from campaigns.thread.models import Post
from campaigns.thread.views.listing import count_spare, narrowed
from campaigns.thread.views.proving import prove
from rules.proof.hashes import head_code

ROLLS_A_PAGE = 25


@require_safe
@answers
def roll_list(request: TableRequest, slug: str) -> HttpResponse:
    """Every roll of the campaign, newest first; `before` is the key of the roll after which the page goes on."""
    viewer = come_in(request, slug)
    ledger = viewer.campaign.ledger
    listing = narrowed(visible_rolls(Roll.objects, viewer), viewer, request.GET)
    seen = listing.rolls.select_related("entry").order_by("-entry__i", "-place")
    before = seen.filter(key=_key(request.GET.get("before", ""))).first()
    older = Q(entry__i__lt=before.entry.i) | Q(entry=before.entry_id, place__lt=before.place) if before else Q()
    shown = list(seen.filter(older)[: ROLLS_A_PAGE + 1])
    page = shown[:ROLLS_A_PAGE]
    lay_truth(viewer, page)
    context = {
        "campaign": viewer.campaign,
        "rolls": page,
        "older": page[-1].key if len(shown) > ROLLS_A_PAGE else None,
        "listing": listing,
        "spare": count_spare(viewer),
        "sealed": still_sealed(ledger),
        "ledger": ledger,
        "gone": gone_up_to(ledger.led),
        "packs": ledger.packs.order_by("pk") if viewer.campaign.by_table else (),
        "head_code": " ".join(head_code(bytes.fromhex(ledger.head))),
        "place": "campaigns",
        "page": "rolls",
        "may_close": may_close(viewer) and not ledger.closed,
    }
    return render(request, "thread/rolls.html", context)


@require_safe
@answers
def ledger_file(request: TableRequest, slug: str) -> StreamingHttpResponse:
    """The whole chain as a file; only such texts are opened in it as this reader may read."""
    viewer = come_in(request, slug)
    lines = export(viewer.campaign.ledger, opens_texts(viewer))
    answer = StreamingHttpResponse(lines, content_type="application/x-ndjson; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{viewer.campaign.slug}.vroll.jsonl"'
    return answer


@require_safe
@answers
def ledger_table(request: TableRequest, slug: str, name: str) -> HttpResponse:
    """A table of results of the campaign's own, as the checker of its ledger reads it."""
    viewer = come_in(request, slug)
    pack = get_object_or_404(viewer.campaign.ledger.packs, rv=f"{name}/1")
    answer = HttpResponse(pack.text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{viewer.campaign.slug}.{pack.name[:13]}.txt"'
    return answer


@require_safe
@answers
def ledger_lines(request: TableRequest, slug: str) -> HttpResponse:
    """The signed lines after entry `after`, without openings: what a browser needs to follow the chain."""
    return lines_after(request, come_in(request, slug).campaign.ledger)


def lines_after(request: HttpRequest, ledger: Ledger) -> HttpResponse:
    """The lines of a ledger after the entry that the request names; all from the first where it names none."""
    after = whole_number(request.GET.get("after", ""))
    lines = lines_since(ledger, -1 if after is None else after)
    return HttpResponse("".join(f"{line}\n" for line in lines), content_type="application/x-ndjson; charset=utf-8")


@require_safe
@answers
def roll_page(request: TableRequest, key: str) -> HttpResponse:
    """One roll: the verdict in a sentence, the card, the four steps of its proof and its neighbours in the chain."""
    roll, viewer = find_roll(request, key)
    post = Post.objects.filter(uid=roll.post).select_related("thread").first() if viewer and roll.post else None
    context = {
        "campaign": viewer.campaign if viewer else None,
        "roll": roll,
        "card": roll.card,
        "post": post,
        "proof": prove(roll),
        "place": "campaigns" if viewer else "practice",
    }
    return render(request, "thread/roll.html", context)


@require_safe
@answers
def roll_json(request: TableRequest, key: str) -> JsonResponse:
    """The same for programs."""
    roll, _ = find_roll(request, key)
    return JsonResponse(proof_of(roll))


def find_roll(request: TableRequest, key: str) -> tuple[Roll, Viewer | None]:
    """A roll and who looks at it; a practice roll is its person's alone. Raises Http404 for what he may not know of."""
    roll: Roll | None = Roll.objects.select_related("entry__ledger", "choice", "reveal").filter(key=_key(key)).first()
    if roll is None:
        raise Http404("There is no such roll.")
    ledger = roll.entry.ledger
    if ledger.practice_of_id is not None:
        if ledger.practice_of_id != request.user.pk:
            raise Http404("There is no such roll.")
        return roll, None
    slug = Campaign.objects.filter(ledger=ledger).values_list("slug", flat=True).first()
    viewer = come_in(request, slug or "")
    if not visible_rolls(Roll.objects.filter(pk=roll.pk), viewer).exists():
        raise Http404("There is no such roll.")
    lay_truth(viewer, [roll])
    return roll, viewer


def _key(typed: str) -> str:
    """A key as it is stored; "", which no roll has, for what cannot be one."""
    return typed.lower() if typed.isalnum() else ""
