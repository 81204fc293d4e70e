/** BRG-13: who is on the page. */
export interface InitParams {
  sdk_version: string
  protocol_version: string
  client_id?: string
}

/** BRG-12: what the shell says about itself. */
export interface ShellInfo {
  identifier: string
  version: string
  /** ENT-19: one of the platform codes, such as 4 for the Mac. */
  platform_code?: number
}

/** BRG-20, ENT-20: what the shell knows of the app and the device, named like the headers that carry it. */
export interface AppInfo {
  name: string
  version: string
  device_name?: string
  device_model?: string
  network_type?: string
  os_version?: string
  platform_version?: string
  provider_name?: string
  device_id?: string
  device_sign?: string
  channel_id?: string
  peer_id?: string
}

/** BRG-18. */
export interface CheckAnswer {
  supported: boolean
}
