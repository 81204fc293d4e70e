import { type ComponentType, useEffect, useState } from 'react'

/** The picture beside the form comes after the form, and where there is room for it only. */
export function SceneBeside() {
  const [Scene, setScene] = useState<ComponentType>()
  useEffect(() => {
    if (!matchMedia('(min-width: 900px)').matches) return
    // Without the picture the page is as good: nobody is told.
    import('./Scene.tsx').then(
      (module) => setScene(() => module.Scene),
      () => undefined,
    )
  }, [])
  return Scene ? (
    <div className="size-full animate-appear">
      <Scene />
    </div>
  ) : null
}
