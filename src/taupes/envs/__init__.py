"""Doors for other people's tools: PettingZoo, Gymnasium, OpenSpiel, and games by the thousand.

Import the door you want: `taupes.envs.aec`, `taupes.envs.gym`, `taupes.envs.gym_vector`,
`taupes.envs.openspiel`, `taupes.envs.sb3` or `taupes.envs.vector`. None of them holds a rule of the
game: all play on `taupes.kernel`, and share what `taupes.envs.encoding` says of observations,
actions and rewards.
"""
