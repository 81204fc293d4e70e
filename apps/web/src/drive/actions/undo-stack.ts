/** Something that was done and how it is taken back. */
export interface Undoable {
  undo(): Promise<void>
  /** Does it once more, after it was taken back; it is then another step that can be taken back. */
  redo?: (() => Promise<void>) | undefined
}

export interface UndoStack {
  /** Answers how to take back this one, whatever was done since; once only. */
  push(done: Undoable): () => Promise<boolean>
  /** Takes back what was done last; false when there is nothing. */
  undo(): Promise<boolean>
  /** Does again what was taken back last; false when there is nothing, or something else was done since. */
  redo(): Promise<boolean>
  /** Runs an action that pushes to the stack it is given. Until it has pushed or ended, `undo` waits for it. */
  during<Result>(act: (stack: UndoStack) => Promise<Result>): Promise<Result>
}

/** So many steps can be gone back. */
const KEPT = 50

/**
 * What can be taken back, the last first. One at a time: who presses twice goes back two steps, the
 * second after the first has ended. An action shows its result before the server has answered, so `undo` waits for
 * the answer: otherwise it would take back the action before.
 */
export function createUndoStack(): UndoStack {
  const done: Undoable[] = []
  let undone: (() => Promise<void>)[] = []
  let isRedoing = false
  let turn: Promise<unknown> = Promise.resolve()
  const unanswered = new Set<Promise<void>>()

  function inTurn(take: () => Promise<boolean>): Promise<boolean> {
    const mine = turn.then(take)
    // One that cannot be taken back does not keep the others.
    turn = mine.catch(() => undefined)
    return mine
  }

  const takeBack = (take: () => Promise<Undoable | undefined> | Undoable | undefined) =>
    inTurn(async () => {
      const step = await take()
      if (!step) return false
      await step.undo()
      // What cannot be done again cannot be jumped over either.
      undone = step.redo ? [...undone, step.redo] : []
      return true
    })

  const stack: UndoStack = {
    push(step) {
      done.push(step)
      if (done.length > KEPT) done.shift()
      if (!isRedoing) undone = []
      return () =>
        takeBack(() => {
          const at = done.indexOf(step)
          return at === -1 ? undefined : done.splice(at, 1)[0]
        })
    },
    undo() {
      const begun = [...unanswered]
      return takeBack(async () => {
        await Promise.all(begun)
        return done.pop()
      })
    },
    redo: () =>
      inTurn(async () => {
        const redo = undone.pop()
        if (!redo) return false
        isRedoing = true
        try {
          await redo()
        } finally {
          isRedoing = false
        }
        return true
      }),
    async during(act) {
      const { promise: answered, resolve } = Promise.withResolvers<void>()
      unanswered.add(answered)
      const end = () => {
        unanswered.delete(answered)
        resolve()
      }
      const push: UndoStack['push'] = (step) => {
        const undo = stack.push(step)
        end()
        return undo
      }
      try {
        return await act({ ...stack, push })
      } finally {
        end()
      }
    },
  }
  return stack
}
