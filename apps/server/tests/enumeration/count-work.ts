import type { PasswordHashing } from '../../src/account/passwords/password-hashing.ts'
import type { Database, Reader, Writer } from '../../src/db/database.ts'

/**
 * What a call made the server do, in its order: `read`, `write`, each statement in them, each hash of
 * a password. Two calls that do the same take alike long on any machine, however busy it is.
 */
export interface WorkCounter {
  db: Database
  hashing: PasswordHashing
  /** Runs the call and tells what it made the server do. */
  during(call: () => Promise<unknown>): Promise<string[]>
}

export function createWorkCounter(db: Database, hashing: PasswordHashing): WorkCounter {
  let work: string[] = []
  const note = (what: string) => void work.push(what)

  function watch<Handle extends Reader | Writer>(handle: Handle): Handle {
    return new Proxy(handle, {
      get(target, name) {
        const value = Reflect.get(target, name)
        if (typeof value !== 'function' || !STATEMENTS.includes(String(name))) return value
        return (...args: unknown[]) => {
          note(isChange(String(name), args[0]) ? '  change' : '  query')
          return Reflect.apply(value, target, args)
        }
      },
    })
  }

  return {
    db: {
      kind: db.kind,
      read: (query) => {
        note('read')
        return db.read((reader) => query(watch(reader)))
      },
      readOne: (query, values) => {
        note('read one')
        return db.readOne(query, values)
      },
      readRows: (query, values) => {
        note('read rows')
        return db.readRows(query, values)
      },
      readLong: (query) => {
        note('read long')
        return db.readLong((reader) => query(watch(reader)))
      },
      write: (change, options = {}) => {
        note(options.durable === false ? 'write' : 'write durably')
        return db.write((writer) => change(watch(writer)), options)
      },
      openChannel: (name) => db.openChannel(name),
      check: () => db.check(),
      [Symbol.asyncDispose]: () => db[Symbol.asyncDispose](),
    },
    hashing: {
      hash: (password) => {
        note('hash')
        return hashing.hash(password)
      },
      verify: (stored, password) => {
        note('hash')
        return hashing.verify(stored, password)
      },
    },
    async during(call) {
      work = []
      await call()
      return work.splice(0)
    },
  }
}

const CHANGES = ['insertInto', 'updateTable', 'deleteFrom']
const STATEMENTS = [...CHANGES, 'selectFrom', 'selectNoFrom', 'run', 'post']

/** A statement that was built once says itself what it is. */
function isChange(name: string, first: unknown): boolean {
  return CHANGES.includes(name) || name === 'post' || (name === 'run' && 'changes' in Object(first))
}
