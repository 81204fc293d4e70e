/** Numbers in the order in which they came; taking the first of very many costs nothing. */
export interface IndexQueue {
  readonly length: number
  first(): number | undefined
  push(id: number): void
  /** Before all others. */
  unshift(id: number): void
  shift(): number | undefined
}

export function createIndexQueue(): IndexQueue {
  let ids: number[] = []
  let head = 0
  return {
    get length() {
      return ids.length - head
    },
    first: () => ids[head],
    push: (id) => void ids.push(id),
    unshift(id) {
      if (head > 0) ids[--head] = id
      else ids.unshift(id)
    },
    shift() {
      const id = ids[head]
      if (head < ids.length) head += 1
      if (head > 1024 && head * 2 > ids.length) {
        ids = ids.slice(head)
        head = 0
      }
      return id
    },
  }
}
