/** Who waits, first come first served; no step takes longer when many wait. */
export interface Line {
  /** Takes the last place; returns what gives it up, however often it is called. */
  join(wake: () => void): () => void
  /** Calls the first one out of the line, and says whether there was one. */
  callNext(): boolean
}

interface Place {
  before: Place
  after: Place
  wake?: () => void
}

/** A ring that opens and closes at `end`, a place where nobody stands. */
export function createLine(): Line {
  const end = {} as Place
  end.before = end.after = end
  return {
    join(wake) {
      const place: Place = { before: end.before, after: end, wake }
      end.before = end.before.after = place
      return () => leave(place)
    },
    callNext() {
      const { after } = end
      leave(after)
      after.wake?.()
      return after !== end
    },
  }
}

function leave(place: Place): void {
  place.before.after = place.after
  place.after.before = place.before
  // A ring of one: leaving again changes nothing for the others.
  place.before = place.after = place
}
