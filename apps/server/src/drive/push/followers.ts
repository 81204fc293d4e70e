import {
  type Followed,
  type FollowPersonParts,
  followPerson,
  type Hearer,
} from './follow-person.ts'

/** All programs of a person that may see the same are told by one reader of the changes. */
export interface Followers extends AsyncDisposable {
  /** Resolves once nothing is missed any more; gives what ends it. */
  join(followed: Followed, hearer: Hearer): Promise<() => void>
}

export function createFollowers(parts: FollowPersonParts): Followers {
  const groups = new Map<string, Group>()
  const ending = new Set<Promise<void>>()

  function end(key: string, group: Group): void {
    if (groups.get(key) === group) groups.delete(key)
    // One that could not begin has nothing to end.
    const ended = group.begun.then((stop) => stop()).catch(() => undefined)
    ending.add(ended)
    void ended.finally(() => ending.delete(ended))
  }

  function open(followed: Followed): Group {
    const hearers = new Set<Hearer>()
    const begun = followPerson(parts, followed, {
      tell(numbers) {
        for (const hearer of [...hearers]) hearer.tell(numbers)
      },
      wantsNumbers: () => [...hearers].some((hearer) => hearer.wantsNumbers()),
    })
    return { hearers, begun }
  }

  return {
    async join(followed, hearer) {
      const key = `${followed.sub} ${followed.folder?.driveId ?? ''} ${followed.folder?.nodeId ?? ''}`
      const group = groups.get(key) ?? open(followed)
      groups.set(key, group)
      group.hearers.add(hearer)
      const leave = () => {
        if (group.hearers.delete(hearer) && group.hearers.size === 0) end(key, group)
      }
      try {
        await group.begun
      } catch (error) {
        leave()
        throw error
      }
      return leave
    },

    async [Symbol.asyncDispose]() {
      for (const [key, group] of [...groups]) end(key, group)
      await Promise.all(ending)
    },
  }
}

interface Group {
  hearers: Set<Hearer>
  begun: Promise<() => Promise<void>>
}
