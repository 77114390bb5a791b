#!/bin/sh
# Makes a turn of the village: reads the state on its input, writes what happens to its output.
# Usage: village.sh [fail|hang]
turn=$(sed -n 's/.*"turn":\([0-9]*\).*/\1/p')

perceive() {
  echo '{"event": "perception_emitted", "actor": "'"$1"'", "entity": "'"$2"'",
    "mentioned": ["'"$3"'"], "components": ["profile", "perceive", "schema"],
    "data": {"sees": "'"$3"'"}}' | tr '\n' ' '
  echo
}
intend() {
  echo '{"event": "intent_formed", "actor": "'"$1"'", "entity": "'"$2"'",
    "mentioned": ["'"$3"'"], "components": ["profile", "intend", "schema"],
    "data": {"wants": "to go there"}}' | tr '\n' ' '
  echo
}
adjudicate() {
  echo '{"event": "'"$1"'", "entity": "'"$2"'",
    "components": ["profile", "adjudicate", "schema"], "data": {}}' | tr '\n' ' '
  echo
}
act() {
  echo '{"op": "'"$2"'", "actor": "'"$1"'", "components": ["profile", "adjudicate", "schema"]}'
}

ann='cell page-1/ann' bea='cell page-1/bea' mill='cell page-1/mill' market='cell page-1/market'
echo '{"progress": "the villagers look around"}'
case ${1:-}$turn in
  fail*)
    perceive Bea "$bea" "$mill"
    act Bea 'move Bea near:Castle'
    ;;
  hang*)
    perceive Ann "$ann" "$market"
    echo 'thinking' >&2
    exec sleep 600
    ;;
  0)
    perceive Ann "$ann" "$mill"
    intend Ann "$ann" "$mill"
    adjudicate intent_adjudicated "$ann"
    act Ann 'move Ann below:Mill'
    ;;
  1)
    perceive Bea "$bea" "$market"
    intend Bea "$bea" "$mill"
    adjudicate adjudication_rejected "$bea"
    act Bea 'connect Bea -> Market label:buys'
    ;;
  *)
    perceive Ann "$ann" "$bea"
    intend Ann "$ann" "$market"
    adjudicate intent_adjudicated "$ann"
    act Ann 'move Ann below:Market'
    echo '{"simulation_time": 60}'
    ;;
esac
echo '{"event": "turn_complete", "data": {}}'
