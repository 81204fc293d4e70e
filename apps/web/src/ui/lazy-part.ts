import { type ComponentType, lazy } from 'react'

export type LazyPart<Props extends object> = ReturnType<typeof lazyPart<Props>>

/**
 * A piece of a screen that is fetched when it is first needed. Await `load` before showing `Part`: what
 * fails to arrive is then an error of the moment, which can be tried again, and nothing typed is lost.
 */
export function lazyPart<Props extends object>(bring: () => Promise<ComponentType<Props>>) {
  let loading: Promise<{ default: ComponentType<Props> }> | undefined
  let here: ComponentType<Props> | undefined
  const load = () => {
    loading ??= bring().then(
      (component) => {
        here = component
        return { default: component }
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  return { load, Part: lazy(load), here: () => here }
}
