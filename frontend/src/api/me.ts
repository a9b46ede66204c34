/** Requests for the reader's account, for public profiles and for the leaderboard. */
import { post, put, request, REPLAY_TIMEOUT } from "./http";
import type {
  ErasureResult,
  OwnProfile,
  PublicProfile,
  Leaderboard,
  Me,
  RecoverResponse,
  Recovery,
} from "./wire";

export const getMe = () => request<Me>("/api/me");
export const putName = (name: string) => request<Me>("/api/me", put({ name }));
export const putFace = (face: string | null) => request<Me>("/api/me/face", put({ face }));
/** Return the private part of the reader's profile. */
export const getOwnProfile = () => request<OwnProfile>("/api/me/profile", {}, REPLAY_TIMEOUT);
/** Return a player's public profile. */
export const getPlayer = (id: string) =>
  request<PublicProfile>(`/api/players/${encodeURIComponent(id)}`, {}, REPLAY_TIMEOUT);
export const deleteMe = () => request<ErasureResult>("/api/me", { method: "DELETE" });
export const postSignOut = () => request<Me>("/api/me/sign-out", post({}));
export const postSignOutOthers = () => request<Me>("/api/me/sign-out-others", post({}));
export const postRecovery = () => request<Recovery>("/api/me/recovery", post({}));
export const postRecover = (token: string, sure: boolean) =>
  request<RecoverResponse>("/api/me/recover", post({ token, sure }));
export const getLeaderboard = (variant: string) =>
  request<Leaderboard>(`/api/leaderboard?${new URLSearchParams({ variant })}`);
