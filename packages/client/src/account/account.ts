import type { AccountContext } from './account-context.ts'
import { createSignIn, type SignIn } from './sign-in.ts'
import { createSignOut, type SignOut } from './sign-out.ts'
import { createSignUp, type SignUp } from './sign-up.ts'
import { createUser, type User } from './user.ts'
import { createVerification, type Verification } from './verification.ts'

/** The account calls, by flow. */
export interface Account {
  readonly verification: Verification
  readonly signUp: SignUp
  readonly signIn: SignIn
  readonly signOut: SignOut
  readonly user: User
}

export function createAccount(context: AccountContext): Account {
  return {
    verification: createVerification(context),
    signUp: createSignUp(context),
    signIn: createSignIn(context),
    signOut: createSignOut(context),
    user: createUser(context),
  }
}
