import { isServiceError } from '@awan/protocol/errors'
import type { Guards, PasswordHolder } from '../../http/guards.ts'
import type { SocketDoor, TextSocket } from '../../http/web-sockets.ts'
import { createSeats } from '../../kernel/seats.ts'
import type { FollowPersonParts } from './follow-person.ts'
import { createFollowers } from './followers.ts'
import { createPasswordWatch } from './password-watch.ts'

/** Where reverse proxies that people have set up for such clients already pass web sockets on. */
export const PUSH_PATH = '/push/ws'

export type PushGuards = Pick<Guards, 'findValidPasswords' | 'signInByPassword'>

export interface PushTimes {
  /** From the connection to the password. */
  signInMs: number
  gatherMs: number
  recheckMs: number
}

const TIMES: PushTimes = {
  signInMs: 10_000,
  gatherMs: 1_000,
  /** With the answer of the database it takes less than a second until a revoked password is shut out. */
  recheckMs: 750,
}
/** More devices than this nobody has. */
const MAX_PER_PERSON = 32
/** The protocol knows four texts of a client. */
const MAX_TEXTS = 64

const LISTEN_TO_NUMBERS = 'listen notify_file_id'

export interface PushParts extends Omit<FollowPersonParts, 'gatherMs'> {
  times?: Partial<PushTimes> | undefined
}

/** Tells clients that sync when to look, so that they need not ask all the time. */
export interface Push extends AsyncDisposable {
  openDoor(guards: PushGuards): SocketDoor
}

export function createPush({ times, ...parts }: PushParts): Push {
  const { signInMs, gatherMs, recheckMs } = { ...TIMES, ...times }
  const { onProblem } = parts
  const followers = createFollowers({ ...parts, gatherMs })
  const seats = createSeats(MAX_PER_PERSON)

  return {
    openDoor(guards) {
      const passwords = createPasswordWatch(guards, { everyMs: recheckMs, onProblem })

      /** Everything that the socket holds is given back when it closes, also while it is still being opened. */
      function admit(socket: TextSocket): void {
        const texts: string[] = []
        let count = 0
        let isOpen = true
        let isLetIn = false
        let wantsNumbers = false
        const ends: (() => void)[] = []
        const atEnd = (end: () => void) => (isOpen ? void ends.push(end) : end())
        const hello = setTimeout(() => socket.close('refused'), signInMs)
        atEnd(() => clearTimeout(hello))
        socket.onClose(() => {
          isOpen = false
          for (const end of ends) end()
        })
        socket.onText((text) => {
          if (++count > MAX_TEXTS) return socket.close('refused')
          if (texts.length === 2) {
            if (text === LISTEN_TO_NUMBERS) wantsNumbers = true
            return
          }
          texts.push(text)
          const [userName, password] = texts
          if (userName === undefined || password === undefined) return
          clearTimeout(hello)
          void signIn(userName, password).catch(onProblem)
        })

        async function signIn(userName: string, password: string): Promise<void> {
          const holder = await findHolder(guards, socket, { userName, password })
          if (!isOpen || !holder) return
          const { sub, folder, appPasswordId } = holder
          socket.rememberUser(sub)
          const leave = seats.take(sub)
          if (!leave) return refuse(socket, 'err: Too many connections')
          atEnd(leave)
          atEnd(passwords.add(appPasswordId, () => socket.close('refused')))
          try {
            const hearer = {
              tell(numbers: readonly number[] | undefined) {
                const isKnown = wantsNumbers && numbers !== undefined
                const text = isKnown ? `notify_file_id ${JSON.stringify(numbers)}` : 'notify_file'
                // Whoever is let in looks at everything first.
                if (isLetIn) socket.send(text)
              },
              wantsNumbers: () => wantsNumbers,
            }
            atEnd(await followers.join({ sub, folder }, hearer))
          } catch (error) {
            socket.close('overloaded')
            throw error
          }
          isLetIn = true
          socket.send('authenticated')
        }
      }

      return { path: PUSH_PATH, open: admit }
    },

    [Symbol.asyncDispose]: () => followers[Symbol.asyncDispose](),
  }
}

/** The same answer for every wrong name and password. Whoever failed too often is told so, as at the other doors. */
async function findHolder(
  { signInByPassword }: PushGuards,
  socket: TextSocket,
  login: { userName: string; password: string },
): Promise<PasswordHolder | undefined> {
  const { address, userAgent } = socket
  try {
    const holder = await signInByPassword?.({ ...login, address, userAgent })
    if (holder) return holder
    socket.send('err: Invalid credentials')
    socket.close('refused')
    return undefined
  } catch (error) {
    if (isServiceError(error, 'resource_exhausted')) {
      refuse(socket, 'err: Too many failed attempts')
      return undefined
    }
    socket.close('overloaded')
    throw error
  }
}

function refuse(socket: TextSocket, text: string): void {
  socket.send(text)
  socket.close('overloaded')
}
