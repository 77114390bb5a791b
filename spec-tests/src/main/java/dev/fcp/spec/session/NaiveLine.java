package dev.fcp.spec.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The places that undo and redo walk over, in a list, the one that is never undone first. */
final class NaiveLine<M, E> {

  private List<NaivePlace<M, E>> places;
  private int cursor;

  private NaiveLine(List<NaivePlace<M, E>> places, int cursor) {
    this.places = new ArrayList<>(places);
    this.cursor = cursor;
  }

  static <M, E> NaiveLine<M, E> of(NaivePlace<M, E> base) {
    return new NaiveLine<>(List.of(base), 0);
  }

  NaiveLine<M, E> copy() {
    return new NaiveLine<>(places, cursor);
  }

  int cursor() {
    return cursor;
  }

  NaivePlace<M, E> here() {
    return places.get(cursor);
  }

  NaivePlace<M, E> end() {
    return places.get(places.size() - 1);
  }

  boolean endsHere() {
    return cursor == places.size() - 1;
  }

  /** A place by its number; the first or the last if there are none so far. */
  NaivePlace<M, E> at(int position) {
    return places.get(Math.max(0, Math.min(places.size() - 1, position)));
  }

  /** The number of a place; less than 0 if it is not on the line. */
  int positionOf(NaivePlace<M, E> place) {
    return places.indexOf(place);
  }

  /** The steps that can be undone, by the places they led to. */
  List<NaivePlace<M, E>> applied() {
    return places.subList(1, cursor + 1);
  }

  List<NaivePlace<M, E>> undone() {
    return places.subList(cursor + 1, places.size());
  }

  /** What an editor shows of it. */
  Observation.Reach reach() {
    Optional<String> undo = cursor == 0 ? Optional.empty() : Optional.of(here().label());
    List<String> undone = labels(undone());
    return new Observation.Reach(
        cursor,
        new Observation.Next(undo.isPresent(), cursor, undo),
        new Observation.Next(!undone.isEmpty(), undone.size(), undone.stream().findFirst()));
  }

  static List<String> labels(List<? extends NaivePlace<?, ?>> places) {
    return places.stream().map(NaivePlace::label).toList();
  }

  void moveTo(NaivePlace<M, E> place) {
    cursor = places.indexOf(place);
  }

  /** Lets go what is ahead. */
  void cut() {
    places = new ArrayList<>(places.subList(0, cursor + 1));
  }

  void add(NaivePlace<M, E> place) {
    cut();
    places.add(place);
    cursor++;
  }

  void dropFirst() {
    places.remove(0);
    cursor--;
  }

  /** Leads to a place, from the beginning or from where the way there left that. */
  void leadTo(NaivePlace<M, E> to) {
    List<NaivePlace<M, E>> way = to.way();
    List<NaivePlace<M, E>> beginning = places.get(0).way();
    int first = 0;
    while (first + 1 < Math.min(way.size(), beginning.size())
        && way.get(first + 1).equals(beginning.get(first + 1))) {
      first++;
    }
    places = new ArrayList<>(way.subList(first, way.size()));
    cursor = places.size() - 1;
  }
}
