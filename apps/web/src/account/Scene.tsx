/** Morning over the hills in the light theme, a moonlit night in the dark one. Decoration only. */
export function Scene() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 720 870"
      preserveAspectRatio="xMidYMax slice"
      className="size-full"
    >
      <defs>
        <linearGradient id="scene-sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--sky-high)" />
          <stop offset="0.75" stopColor="var(--sky-low)" />
        </linearGradient>
        <linearGradient id="scene-far" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--hill-far)" />
          <stop offset="1" stopColor="var(--hill-mid)" />
        </linearGradient>
        <radialGradient id="scene-glow">
          <stop offset="0.35" stopColor="var(--glow)" />
          <stop offset="1" stopColor="var(--glow)" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width="720" height="870" fill="url(#scene-sky)" />
      <g fill="var(--star)">
        {stars.map(([x, y, radius]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={radius} />
        ))}
      </g>
      <circle cx="486" cy="246" r="210" fill="url(#scene-glow)" />
      <circle cx="486" cy="246" r="92" fill="var(--orb)" />
      <Cloud transform="translate(132 272)" opacity={0.96} />
      <Cloud transform="translate(418 402) scale(0.68)" opacity={0.6} />
      <Cloud transform="translate(40 148) scale(0.42)" opacity={0.5} />
      <path
        d="M0 603C90 552 168 549 240 543c84-7 118-28 190-62 98-46 190-50 290-12v401H0Z"
        fill="url(#scene-far)"
      />
      <path
        d="M0 693c96-34 176-20 262-22 92-2 138-30 208-58 88-34 170-38 250-14v271H0Z"
        fill="var(--hill-mid)"
      />
      <path
        d="M0 788c112-30 214-4 322-12 98-8 148-46 242-60 58-9 108-6 156 2v152H0Z"
        fill="var(--hill-near)"
      />
    </svg>
  )
}

const stars: readonly (readonly [x: number, y: number, radius: number])[] = [
  [92, 96, 1.6],
  [188, 58, 1.1],
  [262, 152, 1.4],
  [338, 84, 1],
  [402, 132, 1.3],
  [604, 92, 1.6],
  [662, 188, 1.1],
  [642, 332, 1.4],
  [96, 402, 1.1],
  [372, 356, 1.2],
  [214, 458, 1],
]

function Cloud({ transform, opacity }: { transform: string; opacity: number }) {
  return (
    <path
      transform={transform}
      opacity={opacity}
      fill="var(--cloud)"
      d="M34 128a34 34 0 0 1-8-67A50 50 0 0 1 116 36a40 40 0 0 1 60 25h7a33.500 33.500 0 0 1 0 67Z"
    />
  )
}
