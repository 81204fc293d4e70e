/** Something that was done and how it is taken back. */
export interface Undoable {
  undo(): Promise<void>
}

export interface UndoStack {
  /** Answers how to take back this one, whatever was done since; once only. */
  push(done: Undoable): () => Promise<boolean>
  /** Takes back what was done last; false when there is nothing. */
  undo(): Promise<boolean>
}

/** So many steps can be gone back. */
const KEPT = 50

/**
 * What can be taken back, the last first. One at a time: who presses twice goes back two steps, the
 * second after the first has ended.
 */
export function createUndoStack(): UndoStack {
  const done: Undoable[] = []
  let turn: Promise<unknown> = Promise.resolve()

  function inTurn(take: () => Undoable | undefined): Promise<boolean> {
    const mine = turn.then(async () => {
      const step = take()
      await step?.undo()
      return step !== undefined
    })
    // One that cannot be taken back does not keep the others.
    turn = mine.catch(() => undefined)
    return mine
  }

  return {
    push(step) {
      done.push(step)
      if (done.length > KEPT) done.shift()
      return () =>
        inTurn(() => {
          const at = done.indexOf(step)
          return at === -1 ? undefined : done.splice(at, 1)[0]
        })
    },
    undo: () => inTurn(() => done.pop()),
  }
}
