/** As it is shown once. */
export interface MadeAppPassword {
  name: string
  login_name: string
  password: string
}
