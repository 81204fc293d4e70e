import { ServiceError } from '@awan/protocol/errors'
import type { FastifyRequest } from 'fastify'
import { header } from '../../http/caller.ts'
import type { Guards } from '../../http/guards.ts'
import { rememberUser } from '../../http/signed-in.ts'
import type { AccessLimit } from '../access/access.ts'
import type { Person } from '../access/actor.ts'

/** Who calls, and what of their files is open to this program of theirs. */
export interface DavCaller {
  person: Person
  /** Where a password opens one folder: the drive that it is in. */
  driveId: string | undefined
  limit: AccessLimit | undefined
  /** The app password that was sent, with the name that came with it. */
  password?: { id: string; userName: string } | undefined
  /** Throws once the password was revoked or the session has ended, for work that takes long. */
  recheck(): Promise<void>
}

export type DavGuards = Pick<
  Guards,
  | 'authenticate'
  | 'checkTwoFactor'
  | 'isPasswordValid'
  | 'revokePassword'
  | 'signInByPassword'
  | 'takePoint'
>

const MAX_LOGIN_LENGTH = 1_000

/** By an app password, or by an access token of an app. */
export async function signIn(guards: DavGuards, request: FastifyRequest): Promise<DavCaller> {
  const { scheme, proof } = readProof(request)
  if (scheme === 'bearer') return signInByToken(guards, request, proof)
  return signInWithPassword(guards, request)
}

/** By an app password alone. */
export async function signInWithPassword(
  guards: Pick<DavGuards, 'isPasswordValid' | 'signInByPassword'>,
  request: FastifyRequest,
): Promise<DavCaller> {
  const { scheme, proof } = readProof(request)
  const caller = scheme === 'basic' ? await signInByPassword(guards, request, proof) : undefined
  if (!caller) throw notSignedIn()
  return caller
}

function readProof({ headers }: FastifyRequest): { scheme: string; proof: string } {
  const [, scheme = '', proof = ''] =
    /^(Basic|Bearer) +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
  return { scheme: scheme.toLowerCase(), proof }
}

async function signInByToken(
  guards: DavGuards,
  request: FastifyRequest,
  token: string,
): Promise<DavCaller> {
  const user = await guards.authenticate(token)
  const isReadOnly = !user.scope.includes('drive')
  if (isReadOnly && !user.scope.includes('drive.read')) {
    throw new ServiceError('permission_denied', {
      description: 'the token lacks the scope drive or drive.read',
    })
  }
  await guards.checkTwoFactor?.(user)
  rememberUser(request, user)
  const { sub, sessionId } = user
  return {
    person: { kind: 'person', sub, sessionId },
    driveId: undefined,
    limit: isReadOnly ? { isReadOnly } : undefined,
    recheck: async () => void (await guards.authenticate(token)),
  }
}

async function signInByPassword(
  guards: Pick<DavGuards, 'isPasswordValid' | 'signInByPassword'>,
  request: FastifyRequest,
  proof: string,
): Promise<DavCaller | undefined> {
  if (proof.length > MAX_LOGIN_LENGTH) return undefined
  const login = Buffer.from(proof, 'base64').toString('utf8')
  const colon = login.indexOf(':')
  if (colon === -1) return undefined
  const userName = login.slice(0, colon)
  const holder = await guards.signInByPassword?.({
    userName,
    password: login.slice(colon + 1),
    address: request.ip,
    userAgent: header(request, 'user-agent'),
  })
  if (!holder) return undefined
  const { sub, folder, readOnly: isReadOnly, appPasswordId } = holder
  rememberUser(request, { sub })
  return {
    person: { kind: 'person', sub, appPasswordId },
    driveId: folder?.driveId,
    limit: isReadOnly || folder ? { isReadOnly, folderId: folder?.nodeId } : undefined,
    password: { id: appPasswordId, userName },
    async recheck() {
      if ((await guards.isPasswordValid?.(appPasswordId)) === false) throw notSignedIn()
    },
  }
}

function notSignedIn(): ServiceError {
  return new ServiceError('unauthenticated', {
    description:
      'sign in with your user name and an app password, which you create under Apps in your account',
  })
}
