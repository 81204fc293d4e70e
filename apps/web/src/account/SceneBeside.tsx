import { type ComponentType, useEffect, useState } from 'react'

/** The picture beside the form comes after the form, and where there is room for it only. */
export function SceneBeside() {
  const [Scene, setScene] = useState<ComponentType>()
  useEffect(() => {
    const room = matchMedia('(min-width: 900px)')
    function bring() {
      if (!room.matches) return
      // Without the picture the page is as good: nobody is told.
      import('./Scene.tsx').then(
        (module) => setScene(() => module.Scene),
        () => undefined,
      )
    }
    bring()
    // A window grows, a tablet is turned.
    room.onchange = bring
    return () => {
      room.onchange = null
    }
  }, [])
  return Scene ? (
    <div className="size-full animate-appear">
      <Scene />
    </div>
  ) : null
}
