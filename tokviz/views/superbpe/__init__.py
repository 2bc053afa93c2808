"""Views of trainings whose tokens cross words: SuperBPE and BoundlessBPE."""
