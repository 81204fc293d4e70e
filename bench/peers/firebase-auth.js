import { initializeApp } from 'firebase/app'
import { getAuth, onAuthStateChanged, signInWithEmailAndPassword, signOut } from 'firebase/auth'

const auth = getAuth(initializeApp({ apiKey: 'key', authDomain: 'app.example.org' }))
globalThis.client = {
  signIn: (email, password) => signInWithEmailAndPassword(auth, email, password),
  signOut: () => signOut(auth),
  subscribe: (listener) => onAuthStateChanged(auth, listener),
}
