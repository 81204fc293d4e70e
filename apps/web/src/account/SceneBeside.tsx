import { type ComponentType, useEffect, useState } from 'react'

/** Loaded once: on the next page of the entrance it stands there from the beginning. */
let known: ComponentType | undefined

/** The picture beside the form comes after the form, and where there is room for it only. */
export function SceneBeside() {
  const [Scene, setScene] = useState(() => known)
  const [isComing] = useState(() => known === undefined)
  useEffect(() => {
    const room = matchMedia('(min-width: 900px)')
    function bring() {
      if (!room.matches) return
      // Without the picture the page is as good: nobody is told.
      import('./Scene.tsx').then(
        (module) => {
          known = module.Scene
          setScene(() => module.Scene)
        },
        () => undefined,
      )
    }
    bring()
    // A window grows, a tablet is turned.
    room.addEventListener('change', bring)
    return () => room.removeEventListener('change', bring)
  }, [])
  return Scene ? (
    <div className={isComing ? 'size-full animate-appear' : 'size-full'}>
      <Scene />
    </div>
  ) : null
}
