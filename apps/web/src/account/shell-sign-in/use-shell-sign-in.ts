import type { Bridge } from '@awan/client/bridge'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useClient, useSub } from '../../session/ClientProvider.tsx'
import type { Shell } from '../../session/shell.ts'
import { useErrorHandler } from '../../session/use-error-handler.ts'

/**
 * Opens the app's own sign-in window and follows its life. When somebody has signed in there, the
 * session changes, and the router moves on.
 */
export function useShellSignIn({ bridge, account, session }: Shell) {
  const client = useClient()
  const sub = useSub()
  const handleError = useErrorHandler()
  const [status, setStatus] = useState<'opening' | 'open' | 'closed'>('opening')
  const { data: isAnonymous = false } = useQuery({
    queryKey: ['shell', 'anonymous', sub],
    queryFn: () => account.isAnonymous(),
    enabled: sub !== undefined,
  })

  async function open(): Promise<void> {
    setStatus('opening')
    let heard: string[] = []
    try {
      heard = [
        await bridge.on('did-finish-load', () => setStatus('open')),
        await bridge.on('did-navigate', (params) => void follow(params).catch(handleError)),
      ]
      const ended = [...heard]
      await bridge.once('closed', () => void finish(ended).catch(handleError))
      await account.showLoginWindow()
    } catch (error) {
      setStatus('closed')
      await bridge.offAll().catch(() => {})
      handleError(error)
    }
  }

  /** A window that has left the entrance has done its work. */
  async function follow(params: unknown): Promise<void> {
    const path = toOwnPath(params)
    if (path === undefined || entrance.test(path)) return
    await session.take()
    if (client.session.state().status === 'signed-in') await bridge.closeBrowserWindow()
  }

  async function finish(heard: string[]): Promise<void> {
    await stopHearing(bridge, heard)
    await session.take()
    setStatus('closed')
  }

  const openAtOnce = useEffectEvent(open)
  useEffect(() => {
    void openAtOnce()
    // Whatever the window still tells is nobody's any more.
    return () => void bridge.offAll().catch(() => {})
  }, [bridge])

  return {
    status,
    isAnonymous,
    open: () => void open(),
    close: () => void bridge.closeBrowserWindow().catch(handleError),
  }
}

async function stopHearing(bridge: Bridge, eventIds: string[]): Promise<void> {
  await Promise.all(eventIds.map((eventId) => bridge.off(eventId)))
}

/** The path of a page of ours that the window shows, or nothing. */
function toOwnPath(params: unknown): string | undefined {
  const address = (params as { url?: unknown } | null)?.url
  const url = typeof address === 'string' ? URL.parse(address) : null
  return url?.origin === location.origin ? url.pathname : undefined
}

const entrance = /^\/(signin|signup|recover|accounts|welcome|try|callback|link)(\/|$)/
