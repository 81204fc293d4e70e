import type { AnswerOf, BodySent } from '@awan/protocol'
import type {
  openLink,
  sendVisitorCode as sendCode,
  Visit as VisitAnswer,
} from '@awan/protocol/drive'
import type { Call, OpenFunction, RequestFunction } from '../../request/call.ts'
import type { DriveHost } from '../drive-host.ts'

export interface VisitOptions {
  /** The last part of the address of the link. */
  token: string
  password?: string | undefined
  /** Who the visitor is; a link can ask for it. A signed-in visitor is known by their account. */
  name?: string | undefined
  /** Of an earlier visit that has not ended: the visitor stays the same, and sees what they have sent. */
  visitToken?: string | undefined
  /** Proves a mail address; a link can ask for one. */
  emailCode?: { id: string; code: string } | undefined
}

export interface VisitorCodeOptions {
  token: string
  password?: string | undefined
  email: string
}

/** What a link has opened. */
export interface Visit extends VisitAnswer {
  /**
   * For everything that takes a client and works on a drive: its calls are made as this visitor.
   *
   * @example const drive = createDriveClient(visit.host)
   */
  readonly host: DriveHost
  /** The visit token that calls bring now. */
  token(): string
  /**
   * Continues the visit before it ends, as the same visitor and without the password; `host` brings the new token.
   *
   * @example setTimeout(() => visit.renew(), visit.expires_in * 500)
   */
  renew(): Promise<VisitAnswer>
}

/**
 * Opens a link as a visitor, with or without an account. Rejects with `not_found` for a link that is not valid
 * (any more), and with `permission_denied` where the password is missing or wrong.
 *
 * @example
 * const visit = await openVisit(client, { token })
 * const { files } = await createDriveClient(visit.host).files.list()
 */
export async function openVisit(
  client: DriveHost,
  { token, password, name, visitToken: visit_token, emailCode: email_code }: VisitOptions,
): Promise<Visit> {
  const open = (body: Omit<BodySent<typeof openLink>, 'token'>) =>
    client.request<typeof openLink>('POST', '/drive/v1/links:open', {
      auth: 'optional',
      captcha: { meta: { token } },
      body: { token, ...body },
    })
  const answer = await open({ password, name, visit_token, email_code })
  let current = answer.visit_token
  return {
    ...answer,
    host: asVisitor(client, () => current),
    token: () => current,
    async renew() {
      const renewed = await open({ visit_token: current })
      current = renewed.visit_token
      return renewed
    },
  }
}

/**
 * Sends a visitor the code that proves their mail address, for a link that asks for one. The code works once, for ten minutes.
 *
 * @example
 * const { code_id: id } = await sendVisitorCode(client, { token, email })
 * const visit = await openVisit(client, { token, emailCode: { id, code } })
 */
export function sendVisitorCode(
  client: DriveHost,
  { token, password, email }: VisitorCodeOptions,
): Promise<AnswerOf<typeof sendCode>> {
  return client.request<typeof sendCode>('POST', '/drive/v1/links:sendCode', {
    captcha: { meta: { token } },
    body: { token, password, email },
  })
}

/** The same host, whose calls bring the token of the visit in place of the credentials of the user. */
function asVisitor(host: DriveHost, visitToken: () => string): DriveHost {
  const bring =
    (send: PlainSend): PlainSend =>
    (method, path, options = {}) =>
      send(method, path, {
        ...options,
        ...(options.auth && {
          auth: false,
          headers: { ...options.headers, authorization: `Bearer ${visitToken()}` },
        }),
      })
  return {
    ...host,
    request: bring(host.request as unknown as PlainSend) as unknown as RequestFunction,
    open: bring(host.open as unknown as PlainSend) as unknown as OpenFunction,
  }
}

/** A call whose types no longer matter. */
type PlainSend = (method: string, path: string, options?: Partial<Call>) => Promise<unknown>
