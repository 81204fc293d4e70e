import { useSearch } from '@tanstack/react-router'
import { SignUpScreen } from './SignUpScreen.tsx'

export function SignUpRoute() {
  const { from } = useSearch({ from: '/signup' })
  return <SignUpScreen from={from} />
}
