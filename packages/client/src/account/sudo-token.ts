/** What `client.user.sudo` gave, beside what a sensitive call carries. */
export interface SudoToken {
  sudo_token: string
}
