import type { ClientInfo, Runtime } from '@awan/client'
import {
  type Bridge,
  type ConfigInfo,
  createShellAccount,
  createShellSession,
  detectBridge,
  type ShellAccount,
  type ShellSession,
} from '@awan/client/bridge'
import { isServiceError } from '@awan/protocol/errors'

/** The native app around this page. Loaded only where something looks like one. */
export interface Shell {
  bridge: Bridge
  account: ShellAccount
  /** Keeps the session of this page's client. */
  session: ShellSession
  config: Partial<ConfigInfo>
  /** What the app says about itself and the device. */
  info: ClientInfo
  /** Without one (and in that window itself) the page's own sign-in is used. */
  hasLoginWindow: boolean
  /** Hears of a sign-in or a sign-out that the app has not taken; returns what stops it. */
  onUntold(listener: (error: unknown) => void): () => void
}

/** BRG-3: asked once, when the page is loaded. Nothing in a browser, or beside a shell that is not ours. */
export async function enterShell(runtime: Runtime): Promise<Shell | undefined> {
  const bridge = detectBridge(runtime)
  if (!bridge) return undefined
  const account = createShellAccount(bridge)
  const untold = new Set<(error: unknown) => void>()
  const session = createShellSession(account, {
    onUntold: (error) => {
      for (const listener of untold) listener(error)
    },
  })
  const [config, shellInfo, appInfo, hasLoginWindow] = await Promise.all([
    ifOffered<Partial<ConfigInfo>>(account.getConfigInfo(), {}),
    ifOffered(bridge.getInfo(), undefined),
    ifOffered(bridge.getAppInfo(), undefined),
    ifOffered(bridge.check('account', 'showLoginWindow'), false),
  ])
  const clientId = config.client_id ?? DEFAULT_CLIENT_ID
  await ifOffered(bridge.init({ client_id: clientId }), undefined)
  return {
    bridge,
    account,
    session,
    config: { ...config, client_id: clientId },
    info: toClientInfo(shellInfo, appInfo),
    hasLoginWindow,
    onUntold(listener) {
      untold.add(listener)
      return () => void untold.delete(listener)
    },
  }
}

const DEFAULT_CLIENT_ID = 'awan-web'

/** A shell need not have everything; what it has must work. */
async function ifOffered<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (isServiceError(error, 'unimplemented')) return otherwise
    throw error
  }
}

function toClientInfo(
  shell: Awaited<ReturnType<Bridge['getInfo']>> | undefined,
  app: Awaited<ReturnType<Bridge['getAppInfo']>> | undefined,
): ClientInfo {
  const said: ClientInfo = {
    clientVersion: app?.version,
    deviceName: app?.device_name,
    deviceModel: app?.device_model,
    networkType: app?.network_type,
    osVersion: app?.os_version,
    platformVersion: app?.platform_version ?? shell?.platform_code?.toString(),
    providerName: app?.provider_name,
    deviceId: app?.device_id,
    deviceSign: app?.device_sign,
    channelId: app?.channel_id,
    peerId: app?.peer_id,
  }
  // What the app does not say, the browser in it does.
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
}
