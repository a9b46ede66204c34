/** The server's interface for friends, blocked players and invitations. */
import { post, put, request } from "./http";
import type { Friends, InvitableFriends, Invitations, SeatPerson, SeatRelation } from "./wire";

const invitationsPath = (table: string) => `/api/invitations/${encodeURIComponent(table)}`;

export const getFriends = () => request<Friends>("/api/friends");
/** Send a friend request to the person at a seat, or accept theirs. */
export const postFriend = (person: SeatPerson) => request<Friends>("/api/friends", post(person));
/** Accept a friend request. */
export const putFriend = (id: string) => request<Friends>(`/api/friends/${id}`, put({}));
/** End a friendship, decline a request, or withdraw one. */
export const deleteFriend = (id: string) =>
  request<Friends>(`/api/friends/${id}`, { method: "DELETE" });
/** Decline the requests of all people who ask the reader. */
export const deleteAsking = () => request<Friends>("/api/friends/asking", { method: "DELETE" });
export const postBlocked = (person: SeatPerson) => request<Friends>("/api/blocked", post(person));
export const putBlocked = (id: string) => request<Friends>(`/api/blocked/${id}`, put({}));
export const deleteBlocked = (id: string) =>
  request<Friends>(`/api/blocked/${id}`, { method: "DELETE" });
/** Return how the other people at a table are related to the reader. */
export const getRelations = (table: string) =>
  request<SeatRelation[]>(`/api/friends/at/${encodeURIComponent(table)}`);
export const getInvitations = () => request<Invitations>("/api/invitations");
/** Decline all invitations to a table. */
export const deleteInvitations = (table: string) =>
  request<Invitations>(invitationsPath(table), { method: "DELETE" });
/** Return the friends whom the reader may invite to a table. */
export const getInvitable = (table: string) => request<InvitableFriends>(invitationsPath(table));
export const postInvitation = (table: string, friend: string) =>
  request<InvitableFriends>("/api/invitations", post({ table, friend }));
