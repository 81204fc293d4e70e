import type { ProviderConfig } from '../../config/providers.ts'
import type { Database, Writer } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Chore } from '../../kernel/housekeeping.ts'
import type { Random } from '../../kernel/id.ts'
import type { OutgoingRequests } from '../../kernel/outgoing/outgoing-requests.ts'
import { createSeal } from '../../kernel/seal.ts'
import type { EventLog } from '../events/events.ts'
import type { Notices } from '../notices/notices.ts'
import type { CompleteSignIn } from '../sign-in/complete-sign-in.ts'
import { createInternalTokens } from '../tokens/internal-token.ts'
import type { WaysLeft } from '../users/ways-left.ts'
import { type Bindings, createBindings } from './bindings.ts'
import { type AcceptNativeToken, createAcceptNativeToken } from './native-tokens.ts'
import { createProviderDirectory, type ProviderDirectory } from './provider-directory.ts'
import { createProviderSettings, type ProviderSettings } from './provider-settings.ts'
import { createProviderStates } from './provider-states.ts'
import { createProviderTokens, type ProvenAccount } from './provider-tokens.ts'
import { createSignInWithProvider, type SignInWithProvider } from './sign-in-with-provider.ts'
import { createSudoVisits, type SudoVisits } from './sudo-visits.ts'
import { createProviderFetch } from './third-parties/provider-fetch.ts'
import { createProviderTransfer, type ProviderTransfer } from './transfer.ts'
import { createVisits, type Visits } from './visits.ts'

export interface ProvidersParts {
  db: Database
  clock: Clock
  random: Random
  codeKey: Buffer
  env: 'development' | 'production'
  /** From the environment. */
  configured: readonly ProviderConfig[]
  /** Where our own pages run. */
  origins: readonly string[]
  requests: OutgoingRequests
  waysLeft: WaysLeft
  events: EventLog
  notices: Notices
}

/** Everything about accounts at third parties. */
export interface Providers {
  directory: ProviderDirectory
  settings: ProviderSettings
  visits: Visits
  acceptNativeToken: AcceptNativeToken
  bindings: Bindings
  transfer: ProviderTransfer
  sudoVisits: SudoVisits
  /** Uses a provider token up, in the transaction of what it is good for. */
  redeemProviderToken(writer: Writer, token: string): Promise<ProvenAccount>
  createSignIn(complete: CompleteSignIn): SignInWithProvider
  housekeeping: Chore[]
}

export function createProviders(parts: ProvidersParts): Providers {
  const { db, clock, random, codeKey, env, configured, origins } = parts
  const { waysLeft, events, notices } = parts
  const sealFor = (purpose: string) => createSeal({ key: codeKey, purpose, random })
  const settings = createProviderSettings({
    configured,
    env,
    seal: sealFor('provider settings'),
    clock,
  })
  const fetch = createProviderFetch({ env, requests: parts.requests })
  const directory = createProviderDirectory({ settings, env, fetch, clock })
  const states = createProviderStates({ db, clock, random, seal: sealFor('provider state') })
  const tokens = createProviderTokens({ db, clock, random })
  const transferTokens = createInternalTokens({ codeKey, type: 'provider-transfer', clock })
  const transfer = createProviderTransfer({
    db,
    clock,
    random,
    transferTokens,
    waysLeft,
    events,
    notices,
  })
  const visits = createVisits({ db, directory, states, tokens, origins })
  const visitTokens = createInternalTokens({ codeKey, type: 'sudo-visit', clock })
  return {
    directory,
    settings,
    visits,
    acceptNativeToken: createAcceptNativeToken({ db, clock, directory, tokens }),
    sudoVisits: createSudoVisits({ db, clock, random, visits, visitTokens, waysLeft }),
    bindings: createBindings({ db, clock, directory, tokens, transfer, waysLeft, events, notices }),
    transfer,
    redeemProviderToken: tokens.redeem,
    createSignIn: (complete) => createSignInWithProvider({ db, tokens, complete }),
    housekeeping: [
      { name: 'old visits to third parties', everyMs: HOUR_MS, run: states.removeExpired },
      { name: 'old provider tokens', everyMs: HOUR_MS, run: tokens.removeExpired },
    ],
  }
}

const HOUR_MS = 3600_000
