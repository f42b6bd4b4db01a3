"""Addresses of the thread app."""

from __future__ import annotations

from django.urls import path

from campaigns.thread.views import (
    acts,
    applying,
    asking,
    changes,
    closing,
    composer,
    page,
    practice,
    receipts,
    rolling,
    rolls,
    statistics,
    turns,
    voiding,
)

THREAD = "c/<slug:slug>/t/<str:key>/"

urlpatterns = [
    path("c/<slug:slug>/threads/new/", page.open_page, name="open_thread"),
    path(THREAD, page.thread_page, name="thread"),
    path(f"{THREAD}write/", composer.write, name="write"),
    path(f"{THREAD}preview/", composer.preview, name="preview"),
    path(f"{THREAD}rolling/", rolling.rolling, name="rolling"),
    path("c/<slug:slug>/throw/", rolling.throw, name="throw"),
    path(f"{THREAD}p/<int:number>/", page.post_link, name="post"),
    path(f"{THREAD}turns/", turns.turns, name="turns"),
    path(f"{THREAD}changes/", changes.changes, name="changes"),
    path(f"{THREAD}read/", page.read_mark, name="read_mark"),
    path("c/<slug:slug>/rolls/", rolls.roll_list, name="rolls"),
    path("c/<slug:slug>/rolls/statistics/", statistics.statistics, name="statistics"),
    path("c/<slug:slug>/rolls/export/", rolls.ledger_file, name="ledger_file"),
    path("c/<slug:slug>/rolls/tables/<slug:name>.txt", rolls.ledger_table, name="ledger_table"),
    path("c/<slug:slug>/rolls/lines/", rolls.ledger_lines, name="ledger_lines"),
    path("c/<slug:slug>/rolls/close/", closing.close, name="close_dice"),
    path("c/<slug:slug>/rolls/receipt/", receipts.receipt, name="receipt"),
    path("c/<slug:slug>/rolls/entry/<int:number>/", receipts.entry, name="entry"),
    path("receipts/", receipts.receipts, name="receipts"),
    path("r/<str:key>.json", rolls.roll_json, name="roll_json"),
    path("r/<str:key>/", rolls.roll_page, name="roll"),
    path("r/<str:key>/reveal/", acts.reveal_roll, name="reveal_roll"),
    path("r/<str:key>/void/", voiding.void, name="void_roll"),
    path("r/<str:key>/witness/", voiding.witness, name="witness_roll"),
    path("r/<str:key>/answer/", acts.answer_roll, name="answer_roll"),
    path("r/<str:key>/unanswered/", acts.leave_roll, name="leave_roll"),
    path("r/<str:key>/choose/", acts.choose_dice, name="choose_dice"),
    path("r/<str:key>/use/", acts.use_sets, name="use_sets"),
    path("r/<str:key>/rule/", acts.rule_roll, name="rule_roll"),
    path("r/<str:key>/apply/", applying.apply, name="apply_roll"),
    path(f"{THREAD}ask/", asking.ask, name="ask"),
    path(f"{THREAD}asked/<str:request_key>/roll/", asking.roll, name="roll_asked"),
    path(f"{THREAD}asked/<str:request_key>/back/", asking.back, name="take_back"),
    path("practice/", practice.practice, name="practice"),
    path("practice/lines/", practice.practice_lines, name="practice_lines"),
]
